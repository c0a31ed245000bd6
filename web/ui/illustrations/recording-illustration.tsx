import { Mark } from '../wordmark.tsx'
import { SamplePicture } from './sample-picture.tsx'

/** A browser with the extension, and the clicks it recorded. */
export function RecordingIllustration() {
  return (
    <div className="p-3">
      <div className="overflow-hidden rounded-[8px] shadow-[0_0_0_1px_var(--line-strong)]">
        <div className="flex h-[30px] items-center gap-1.5 bg-sunken px-2.5">
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="size-[9px] rounded-chip bg-line-strong" />
          ))}
          <span className="mx-auto h-2 w-[46%] rounded-tiny bg-line-strong" />
          <span className="flex size-[22px] items-center justify-center rounded-control bg-accent-fill ring-5 ring-accent-fill/20">
            <Mark size={12} className="fill-white" />
          </span>
        </div>
        <div className="relative">
          <SamplePicture step={1} />
          <svg viewBox="0 0 160 100" fill="none" className="absolute inset-0 w-full stroke-hotspot">
            <path
              d="M26 22C44 18 50 30 68 37s48-8 70-11"
              strokeWidth="0.8"
              strokeDasharray="0.8 2"
              strokeLinecap="round"
            />
            <g strokeWidth="1.2" className="fill-white">
              <circle cx="26" cy="22" r="3.2" />
              <circle cx="68" cy="37" r="3.2" />
              <circle cx="138" cy="26.5" r="3.2" />
            </g>
          </svg>
        </div>
      </div>
    </div>
  )
}
