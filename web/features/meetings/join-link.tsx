import { buttonClass } from '../../ui/button.tsx'

/** Opens the call in a new tab. */
export function JoinLink({ address, name }: { readonly address: string; readonly name: string }) {
  return (
    <a
      href={address}
      title={address}
      target="_blank"
      rel="noreferrer"
      aria-label={`Join the meeting with ${name}`}
      className={buttonClass({})}
    >
      Join
    </a>
  )
}
