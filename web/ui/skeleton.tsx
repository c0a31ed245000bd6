import { clsx } from 'clsx'

/** A grey placeholder. The surrounding region is labelled. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse-soft rounded-control bg-line/70', className)} />
}
