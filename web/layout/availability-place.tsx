import { idlePart } from './idle-part.tsx'

const Availability = idlePart(async () => (await import('../features/live/availability-switch.tsx')).AvailabilitySwitch)

/** Reserves the switch's row and fills it once the page is idle. */
export function AvailabilityPlace({ isCollapsed }: { readonly isCollapsed: boolean }) {
  return (
    <div className="min-h-[30px] pointer-coarse:min-h-11">
      <Availability isCollapsed={isCollapsed} />
    </div>
  )
}
