/** Between two alternatives. */
export function OrDivider() {
  return (
    <div className="my-5 flex items-center gap-3 text-sm text-muted">
      <span aria-hidden className="h-px flex-1 bg-line" />
      or
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  )
}
