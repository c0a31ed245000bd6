import one from '../../../sample/pictures/tour-1-160.avif'
import two from '../../../sample/pictures/tour-2-160.avif'
import three from '../../../sample/pictures/tour-3-160.avif'
import four from '../../../sample/pictures/tour-4-160.avif'
import five from '../../../sample/pictures/tour-5-160.avif'
import six from '../../../sample/pictures/tour-6-160.avif'
import seven from '../../../sample/pictures/tour-7-160.avif'
import eight from '../../../sample/pictures/tour-8-160.avif'

const thumbs = [one, two, three, four, five, six, seven, eight]

/** A step of the product's own tour, small. */
export function tourThumb(order: number): string {
  return thumbs[order - 1] ?? one
}
