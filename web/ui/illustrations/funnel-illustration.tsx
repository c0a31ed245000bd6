import { SamplePicture, sampleSteps } from './sample-picture.tsx'

const shares = [100, 88, 79, 61, 54, 43] as const

/** Pictures of the steps, each as high as the share of visitors that reached it. Faded, so that it isn't taken for data. */
export function FunnelIllustration() {
  return (
    <div className="flex h-[17rem] items-end gap-2.5 px-3 pt-4 pb-12 opacity-80 mask-r-from-20% mask-r-to-98%">
      {sampleSteps.slice(0, shares.length).map((step, index) => (
        <div key={step} className="min-w-0 flex-1" style={{ height: `${shares[index]}%` }}>
          <SamplePicture
            step={step}
            className="aspect-auto h-full rounded-control object-center shadow-[0_0_0_1px_var(--line-strong)]"
          />
        </div>
      ))}
    </div>
  )
}
