import { screenshotAddress, type Step } from '#domain/demo.ts'
import { isObject } from '#domain/is-object.ts'

import { partsOf, type FieldId } from './editor-fields.ts'

export interface DisputedValueProps {
  readonly field: FieldId
  readonly value: unknown
  readonly steps: readonly Step[]
  readonly backendUrl: string
}

/** One of the two versions, as far as words or a picture can show it. */
export function DisputedValue({ field, value, steps, backendUrl }: DisputedValueProps) {
  const [kind, , key] = partsOf(field)
  if (kind === 'order') {
    return (
      <ol className="list-inside list-decimal">
        {(value as readonly string[]).map((id) => (
          <li key={id}>{steps.find((step) => step.id === id)?.title ?? 'Untitled'}</li>
        ))}
      </ol>
    )
  }
  if (key === 'picture') {
    const [path] = value as readonly string[]
    return <img src={screenshotAddress(backendUrl, path ?? '')} alt="" className="max-h-48 rounded-control" />
  }
  if (key === 'targetStepId') {
    const target = steps.find((step) => step.id === value)
    if (target !== undefined) return `Step ${target.order}`
    return kind === 'card' ? 'No step' : 'The next step'
  }
  const text = textOf(value)
  return text === '' ? <span className="text-muted">{kind === 'card' && key === '' ? 'Deleted' : 'Empty'}</span> : text
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  if (!isObject(value)) return ''
  const { xPercent, yPercent, widthPercent, heightPercent } = value
  if (typeof xPercent === 'number' && typeof yPercent === 'number' && value['title'] === undefined) {
    const place = `${Math.round(xPercent)} % from the left, ${Math.round(yPercent)} % from the top`
    if (typeof widthPercent !== 'number' || typeof heightPercent !== 'number') return place
    return `${place}, ${Math.round(widthPercent)} × ${Math.round(heightPercent)} %`
  }
  const { title, description, text } = value
  const named = [title, description, text].filter((each) => typeof each === 'string' && each !== '')
  return named.length > 0 ? named.join('\n') : Object.values(value).map(textOf).filter(Boolean).join(', ')
}
