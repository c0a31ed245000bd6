import { Mic, Plus } from 'lucide-react'

import { engageMessage } from '#domain/tracking-rules.ts'

import { Mark } from '../../ui/wordmark.tsx'

export interface EngagePreviewProps {
  readonly agentName: string
  readonly isOn: boolean
}

/** The author's page with the agent's offer in its corner; while offers are off, only the button that opens it. */
export function EngagePreview({ agentName, isOn }: EngagePreviewProps) {
  return (
    <div aria-hidden className="stage overflow-hidden rounded-card px-5 pt-6 select-none sm:px-8">
      <div className="relative h-80 overflow-hidden rounded-t-card bg-white text-[#17121f] shadow-[0_20px_60px_oklch(0_0_0/0.5)]">
        <div className="flex h-8 items-center gap-1.5 bg-[#f1eff4] px-3 text-2xs text-[#5b5566]">
          {[0, 1, 2].map((dot) => (
            <i key={dot} className="size-2 rounded-chip bg-[#cfcad8]" />
          ))}
          <span className="mx-auto pr-8">yoursite.example</span>
        </div>
        {/* Beside the offer, which covers nothing. */}
        <div className={isOn ? 'py-5 pr-61 pl-5' : 'p-5'}>
          <i className="block h-4 w-[88%] rounded-control bg-[#e6e2ec]" />
          <i className="mt-2.5 block h-2 w-[68%] rounded-control bg-[#f0edf4]" />
          <i className="mt-2 block h-2 w-[76%] rounded-control bg-[#f0edf4]" />
          <i className="mt-5 block h-29 rounded-card bg-[#f0edf4]" />
        </div>
        {isOn ? <Offer agentName={agentName} /> : <Launcher />}
      </div>
    </div>
  )
}

function Offer({ agentName }: { readonly agentName: string }) {
  return (
    <div className="absolute right-4 bottom-0 flex h-66 w-52 animate-enter flex-col justify-end gap-2 rounded-t-[14px] bg-white p-3 pb-4 shadow-[0_0_0_1px_oklch(0.91_0.006_300),0_16px_48px_-8px_oklch(0.2_0.05_300/0.3)] [background-image:radial-gradient(110%_62%_at_12%_-6%,oklch(0.9_0.1_80/0.75),oklch(0.98_0.02_80/0.1)_80%,transparent)]">
      <Face className="size-9" markSize={20} />
      <b className="text-base/5 font-semibold tracking-[-0.02em] wrap-anywhere">I’m {agentName}, an AI assistant.</b>
      <span className="rounded-[14px] rounded-bl-tiny bg-[#f1eff4] px-2.5 py-2 text-2xs">{engageMessage}</span>
      <span className="flex h-9 items-center gap-2 rounded-[10px] bg-[#f1eff4] px-2.5 text-2xs">
        <Plus size={14} />
        Ask a question
        <Mic size={14} className="ml-auto" />
      </span>
    </div>
  )
}

function Launcher() {
  return (
    <div className="absolute right-4 bottom-4 flex items-center gap-2">
      <span className="rounded-chip bg-[#f1eff4] px-2 text-2xs font-medium text-[#5b5566]">Off</span>
      <Face className="size-12 shadow-[0_8px_24px_-6px_oklch(0.2_0.05_300/0.4)]" markSize={26} />
    </div>
  )
}

/** As visitors see the agent. */
function Face({ className, markSize }: { readonly className: string; readonly markSize: number }) {
  return (
    <span className={`grid place-items-center rounded-chip bg-spot-face ${className}`}>
      <Mark size={markSize} className="fill-on-spot-face" />
    </span>
  )
}
