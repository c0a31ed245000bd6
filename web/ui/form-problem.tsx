import { Notice } from './notice.tsx'

/** What went wrong, and what to do about it. */
export function FormProblem(props: {
  readonly text: string
  readonly hint?: string | undefined
  readonly code?: string
}) {
  return (
    <Notice tone="danger">
      <strong className="font-semibold">{props.text}</strong>
      {props.hint === undefined ? null : <span className="mt-0.5 block">{props.hint}</span>}
      {props.code === undefined ? null : <span className="mt-0.5 block text-xs text-muted">Code: {props.code}</span>}
    </Notice>
  )
}
