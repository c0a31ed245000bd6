import { hideSecrets } from '#domain/secret-text.ts'

import {
  centerOf,
  isFromUs,
  newAction,
  type ActionOptions,
  type ObservedAction,
  type StepLog,
} from './observed-action.ts'
import { isPrivateField } from './private-field.ts'
import { activationTarget } from './target-description.ts'

type ChoiceOptions = Pick<ActionOptions, 'isOurs' | 'privateSelectors' | 'signal'>

const chosen =
  'select, input:is([type=date], [type=time], [type=month], [type=week], [type=datetime-local], [type=color], [type=range], [type=file])'
const optionsNamed = 3
const choiceMax = 80

/** Reports what was chosen in lists, dates, colours, sliders and file dialogs. A choice replaces the click on its control. */
export function observeChoices(log: StepLog, { isOurs, privateSelectors, signal }: ChoiceOptions): void {
  function handleInput(event: Event): void {
    const control = event.composedPath()[0]
    if (!(control instanceof Element) || !control.matches(chosen) || isFromUs(event, isOurs)) return
    const isFile = control.matches('[type=file]')
    // Only a person can fill a file input; automation tools dispatch the event themselves.
    if (!event.isTrusted && !isFile) return
    const last = log.last()
    // Sliders report many values before the final one.
    if (event.type === 'input' && last?.kind === 'select' && last.hit === control) return
    const text = isPrivateField(control, privateSelectors) ? '' : readChoice(control)
    const kind = isFile ? 'file' : 'select'
    if (last !== null && becomesChoice(last, control, isFile)) log.change(last.clickId, { kind, text })
    else log.add(newAction(kind, control, centerOf(control), { text }))
  }

  /** Files dropped from outside the browser. */
  function handleDrop(event: DragEvent): void {
    const hit = event.composedPath()[0]
    const files = [...(event.dataTransfer?.files ?? [])]
    if (!event.isTrusted || files.length === 0 || !(hit instanceof Element)) return
    log.add(newAction('file', hit, { x: event.clientX, y: event.clientY }, { text: fileNames(files) }))
  }

  const capture = { capture: true, passive: true, signal } as const
  window.addEventListener('input', handleInput, capture)
  window.addEventListener('change', handleInput, capture)
  window.addEventListener('drop', handleDrop, capture)
}

/** Any control can open a file dialog; other pickers are opened by their own field. */
function becomesChoice({ kind, hit }: ObservedAction, control: Element, isFile: boolean): boolean {
  if (isFile) return kind === 'click' || kind === 'file'
  if (kind !== 'click' && kind !== 'select') return false
  return hit !== null && (hit === control || control.contains(hit) || activationTarget(hit) === control)
}

function readChoice(control: Element): string {
  if (control instanceof HTMLSelectElement) {
    const labels = [...control.selectedOptions].slice(0, optionsNamed).map(({ label }) => label)
    return tidyChoice(labels.join(', '))
  }
  if (!(control instanceof HTMLInputElement)) return ''
  // Dates must not be masked as phone numbers.
  return control.type === 'file' ? fileNames([...(control.files ?? [])]) : control.value.slice(0, choiceMax)
}

function fileNames(files: readonly File[]): string {
  return tidyChoice(
    files
      .slice(0, optionsNamed)
      .map(({ name }) => name)
      .join(', '),
  )
}

function tidyChoice(text: string): string {
  return hideSecrets(text.replace(/\s+/g, ' ').trim()).slice(0, choiceMax)
}
