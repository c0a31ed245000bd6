import { clsx } from 'clsx'

export interface AddressInputProps {
  readonly id: string
  readonly address: string
  /** Of the whole field. */
  readonly className?: string
  /** Of the input. */
  readonly inputClass?: string
  /** The same background and padding as the input's. */
  readonly coverClass?: string
}

/** Kept at the end, so that two addresses can be told apart. */
const endLength = 14

/** An address to copy. If it is too long, its middle is cut until it has the focus. */
export function AddressInput({ id, address, className, inputClass, coverClass }: AddressInputProps) {
  return (
    <div className={clsx('relative min-w-0', className)}>
      <input
        id={id}
        readOnly
        spellCheck={false}
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        className={clsx('peer block w-full', inputClass)}
      />
      {/* Inputs can only cut at the end. */}
      <span
        aria-hidden
        className={clsx('pointer-events-none absolute inset-px flex items-center peer-focus:hidden', coverClass)}
      >
        <span className="truncate whitespace-pre">{address.slice(0, -endLength)}</span>
        <span className="shrink-0 whitespace-pre">{address.slice(-endLength)}</span>
      </span>
    </div>
  )
}
