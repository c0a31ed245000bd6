import type { Hotspot, Step } from '#domain/demo.ts'
import { insidePicture, type Marker, type PictureArea } from '#domain/step-look.ts'

import { placeHotspot } from './pointer-place.ts'
import type { StepPatch } from './unsaved.ts'

/* Changes to a hotspot, which keep its point, box and marker consistent. */

const boxWidthPercent = 16
const boxHeightPercent = 10

/** Moves the point together with the marked element. */
export function moveHotspot(step: Step, place: Hotspot): StepPatch {
  const { box } = step.look
  if (box === null || step.hotspot === null) return { hotspot: place }
  const moved = insidePicture({
    ...box,
    xPercent: box.xPercent + place.xPercent - step.hotspot.xPercent,
    yPercent: box.yPercent + place.yPercent - step.hotspot.yPercent,
  })
  return { hotspot: place, look: { ...step.look, box: moved } }
}

/** Marks this area of the picture, with the point in its middle. */
export function boxHotspot(step: Step, wanted: PictureArea): StepPatch {
  const box = insidePicture(wanted)
  return { hotspot: middleOf(box), look: { ...step.look, marker: 'box', box } }
}

/** Changes the kind of marker. */
export function markHotspot(step: Step, marker: Marker): StepPatch {
  if (marker !== 'box' || step.look.box !== null) return { look: { ...step.look, marker } }
  const { xPercent, yPercent } = step.hotspot ?? placeHotspot(50, 50)
  return boxHotspot(step, {
    xPercent: xPercent - boxWidthPercent / 2,
    yPercent: yPercent - boxHeightPercent / 2,
    widthPercent: boxWidthPercent,
    heightPercent: boxHeightPercent,
  })
}

export function removeHotspot(step: Step): StepPatch {
  return { hotspot: null, look: { ...step.look, marker: 'ring', box: null } }
}

function middleOf(area: PictureArea): Hotspot {
  return placeHotspot(area.xPercent + area.widthPercent / 2, area.yPercent + area.heightPercent / 2)
}
