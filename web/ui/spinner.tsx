import { LoaderCircle } from 'lucide-react'

export function Spinner({ label, size = 20 }: { readonly label: string; readonly size?: number }) {
  return (
    <span role="status" className="inline-flex items-center text-muted">
      <LoaderCircle size={size} aria-hidden className="animate-spin" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Fills the window while something that everything depends on is loading. */
export function PageSpinner({ label }: { readonly label: string }) {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <Spinner label={label} size={28} />
    </div>
  )
}
