import { clsx } from 'clsx'

import one from '../../../sample/pictures/tidelane-1-480.avif'
import two from '../../../sample/pictures/tidelane-2-480.avif'
import three from '../../../sample/pictures/tidelane-3-480.avif'
import four from '../../../sample/pictures/tidelane-4-480.avif'
import five from '../../../sample/pictures/tidelane-5-480.avif'
import six from '../../../sample/pictures/tidelane-6-480.avif'
import seven from '../../../sample/pictures/tidelane-7-480.avif'
import eight from '../../../sample/pictures/tidelane-8-480.avif'

const pictures = [one, two, three, four, five, six, seven, eight] as const

/** The steps of the sample demo, numbered from 1. */
export const sampleSteps = [1, 2, 3, 4, 5, 6, 7, 8] as const

export interface SamplePictureProps {
  readonly step: (typeof sampleSteps)[number]
  readonly className?: string
}

/** A step of the sample demo, 8:5. */
export function SamplePicture({ step, className }: SamplePictureProps) {
  return (
    <img
      src={pictures[step - 1]}
      alt=""
      width={480}
      height={300}
      className={clsx('block aspect-8/5 w-full object-cover', className)}
    />
  )
}
