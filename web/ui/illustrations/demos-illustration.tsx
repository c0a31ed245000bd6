import { Bar } from './bar.tsx'
import { SamplePicture } from './sample-picture.tsx'

/** Four demos, the first one with its hotspot. */
export function DemosIllustration() {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3.5 p-3">
      {([3, 1, 7, 4] as const).map((step, index) => (
        <div key={step}>
          <div
            className={`relative overflow-hidden rounded-[8px] shadow-[0_0_0_1px_var(--line-strong)] ${index === 0 ? '' : 'opacity-70'}`}
          >
            <SamplePicture step={step} />
            {index === 0 ? (
              <span className="absolute top-[44%] left-[73%] size-8 -translate-1/2 rounded-chip border-3 border-hotspot shadow-[0_0_0_1.5px_#fff,0_0_0_8px_oklch(0.63_0.24_25/0.2)]" />
            ) : null}
          </div>
          <div className="mt-2.5">
            <Bar width="62%" />
            <Bar width="40%" isSmall />
          </div>
        </div>
      ))}
    </div>
  )
}
