import { LoaderCircle } from 'lucide-react'

export function Spinner({ label, size = 20 }: { readonly label: string; readonly size?: number }) {
  return (
    <span role="status" className="inline-flex items-center text-muted">
      <LoaderCircle size={size} aria-hidden className="animate-spin" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Fills the window before a redirect; loading content uses skeletons. */
export function PageSpinner({ label }: { readonly label: string }) {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-3 text-muted">
      <LoaderCircle size={28} aria-hidden className="animate-spin" />
      <p role="status">{label}…</p>
    </div>
  )
}
