import picture from '../../sample/pictures/tidelane-3-1440.avif'
import { AgentFace } from './agent-face.tsx'
import { FadedPicture } from './faded-picture.tsx'

/** Beside the sign-in forms, below them on phones with room: a demo on the stage, and the agent that presents it. */
export function SignInStage() {
  return (
    <div
      aria-hidden
      className="stage-light flex justify-center overflow-hidden max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:h-68 max-lg:items-start max-lg:pt-8 max-lg:[@media(height<44rem)]:hidden lg:relative lg:flex-1 lg:items-center lg:rounded-card"
    >
      <div className="relative w-[76%] max-w-[40rem] translate-x-[6%] lg:w-[108%] lg:max-w-none lg:shrink-0 lg:translate-x-[13%]">
        <div className="overflow-hidden rounded-card bg-white/6 shadow-[0_0_0_1px_oklch(1_0_0/0.3),0_40px_80px_-24px_oklch(0.1_0.08_292/0.8)] [color-scheme:light]">
          <FadedPicture src={picture} width={1440} height={900} loading="lazy" className="aspect-8/5 w-full">
            <span className="absolute top-[41.3%] left-[70.3%] size-9 -translate-1/2 rounded-chip border-3 border-hotspot shadow-[0_0_0_1.5px_#fff,0_0_0_9px_oklch(0.63_0.24_25/0.2)]" />
          </FadedPicture>
        </div>
        <div className="absolute -bottom-8 -left-10 flex items-center gap-2.5 rounded-[14px] rounded-bl-tiny bg-ink py-2.5 pr-4 pl-2.5 text-md text-ink-text shadow-[0_24px_64px_-8px_oklch(0.3_0.2_292/0.55)]">
          <AgentFace hue={292} size={28} />
          Shall I show you?
        </div>
      </div>
    </div>
  )
}
