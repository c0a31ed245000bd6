import { Notice } from './notice.tsx'

/** An error and its fix. */
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
