import { SamplePicture, sampleSteps } from './sample-picture.tsx'

const shares = [100, 88, 79, 61, 54, 43] as const
const height = 210

/** Pictures of the steps, each as high as the share of visitors that reached it. */
export function FunnelIllustration() {
  return (
    <div className="flex items-end gap-2.5 px-3 pt-7 pb-16" style={{ height: height + 92 }}>
      {sampleSteps.slice(0, shares.length).map((step, index) => (
        <div key={step} className="relative min-w-0 flex-1" style={{ height: `${shares[index]}%` }}>
          <span className="absolute inset-x-0 -top-6 text-sm font-semibold tabular-nums">{shares[index]}</span>
          <SamplePicture
            step={step}
            className="aspect-auto h-full rounded-control object-center shadow-[0_0_0_1px_var(--line-strong)]"
          />
        </div>
      ))}
    </div>
  )
}
