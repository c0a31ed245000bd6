import { readColourTokens } from './read-colour-tokens.ts'
import { BothSchemes, Variants } from './both-schemes.tsx'

const sizes = [
  ['text-2xs', '11'],
  ['text-xs', '12'],
  ['text-sm', '13'],
  ['text-md', '14'],
  ['text-base', '15'],
  ['text-lg', '18'],
  ['text-xl', '24'],
  ['text-2xl', '32'],
  ['text-3xl', '48'],
  ['text-4xl', '64'],
] as const
const radii = ['rounded-tiny', 'rounded-control', 'rounded-card', 'rounded-dialog', 'rounded-chip'] as const
const shadows = ['shadow-raised', 'shadow-floating'] as const
const spaces = ['w-1', 'w-2', 'w-3', 'w-4', 'w-5', 'w-6', 'w-8', 'w-10', 'w-16'] as const
const motions = [
  ['Hover and press', '120 ms', 'duration-[120ms]'],
  ['Leave', '140 ms', 'duration-[140ms]'],
  ['Enter', '180 ms', 'duration-[180ms]'],
] as const

/** Colour, type, space, radius, shadow and motion. */
export function Tokens() {
  const colours = readColourTokens()
  return (
    <>
      <BothSchemes title="Colour">
        {() => (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {colours.map((name) => (
              <li key={name} className="flex items-center gap-3 text-xs">
                <span
                  className="size-8 shrink-0 rounded-control border border-line"
                  style={{ background: `var(${name})` }}
                />
                <code className="min-w-0 truncate">{name.slice(2)}</code>
              </li>
            ))}
          </ul>
        )}
      </BothSchemes>
      <BothSchemes title="Type, shape and motion">
        {() => (
          <>
            <div className="flex flex-col gap-2 overflow-hidden">
              {sizes.map(([name, px]) => (
                <p key={name} className={`${name} whitespace-nowrap`}>
                  {px} · Someone speaks
                </p>
              ))}
            </div>
            <Variants name="Radius: 4 tiny, 6 controls, 10 cards, 14 dialogs, 999 chips">
              {radii.map((name) => (
                <span key={name} className={`${name} size-12 border border-control bg-surface`} />
              ))}
            </Variants>
            <Variants name="Shadow: raised, floating">
              {shadows.map((name) => (
                <span key={name} className={`${name} h-12 w-24 rounded-card bg-surface`} />
              ))}
            </Variants>
            <Variants name="Space: a grid of 4">
              {spaces.map((name) => (
                <span key={name} className={`${name} h-6 rounded-[2px] bg-accent`} />
              ))}
            </Variants>
            <Variants name="Motion, ease-out: point at each">
              {motions.map(([name, time, duration]) => (
                <span
                  key={name}
                  className={`${duration} rounded-control border border-line bg-surface px-3 py-2 text-sm transition-transform ease-out hover:translate-x-3`}
                >
                  {name} {time}
                </span>
              ))}
            </Variants>
          </>
        )}
      </BothSchemes>
    </>
  )
}
