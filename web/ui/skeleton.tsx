import { clsx } from 'clsx'

/** A grey placeholder. The surrounding region is labelled. */
export function Skeleton({ className }: { readonly className?: string }) {
  // Any other radius, such as an avatar's, wins.
  return <div aria-hidden className={clsx('animate-pulse-soft bg-line/70 [:where(&)]:rounded-control', className)} />
}
