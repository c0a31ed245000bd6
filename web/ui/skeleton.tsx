import { clsx } from 'clsx'

/** A grey place where something will be. The surrounding region says what is loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse-soft rounded-control bg-line/70', className)} />
}
