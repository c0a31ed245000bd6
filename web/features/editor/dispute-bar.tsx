import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'

import { currentSession } from '../../lib/session.ts'
import { peopleQuery } from '../../lib/workspace-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { fieldName, placeName } from './dispute-names.ts'
import { DisputedValue } from './disputed-value.tsx'
import type { RemovedStep } from './editor-edits.ts'
import { ownFields, storedValue, type FieldId } from './editor-fields.ts'
import type { EditorState } from './editor-state.ts'
import { openDisputes, type Dispute } from './merge-changes.ts'
import type { EditorCommand } from './reduce-editor.ts'

export interface DisputeBarProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly backendUrl: string
}

/** A bar below the header that names the disputed fields; its dialog shows both versions. */
export function DisputeBar({ state, dispatch, backendUrl }: DisputeBarProps) {
  const [isComparing, setIsComparing] = useState(false)
  const nameOfPerson = usePersonName(state.saved.workspaceId)
  const fields = openDisputes(state)
  const count = fields.length + state.gone.length
  if (count === 0 && isComparing) setIsComparing(false)
  return (
    <>
      {count === 0 ? null : (
        <div
          role="alert"
          className="flex shrink-0 items-center gap-3 border-b border-line bg-sunken px-3 py-1.5 text-sm"
        >
          <GitCompareArrows size={16} aria-hidden className="shrink-0 text-warning" />
          <p className="min-w-0 flex-1">
            <strong className="font-semibold">{summary(state, fields, nameOfPerson)}</strong> Your version is kept here
            until you choose.
          </p>
          <Button onClick={() => setIsComparing(true)}>Compare</Button>
        </div>
      )}
      <Dialog
        title={count === 1 ? 'Choose a version' : 'Choose versions'}
        width="wide"
        isOpen={isComparing}
        onOpenChange={setIsComparing}
      >
        <div className="space-y-6">
          {fields.map((field) => (
            <DisputedField
              key={field}
              state={state}
              field={field}
              who={nameOfPerson(state.disputes[field])}
              backendUrl={backendUrl}
              dispatch={dispatch}
            />
          ))}
          {state.gone.map((item) => (
            <GoneStep key={item.step.id} item={item} dispatch={dispatch} />
          ))}
        </div>
      </Dialog>
    </>
  )
}

interface DisputedFieldProps {
  readonly state: EditorState
  readonly field: FieldId
  readonly who: string
  readonly backendUrl: string
  readonly dispatch: (command: EditorCommand) => void
}

function DisputedField({ state, field, who, backendUrl, dispatch }: DisputedFieldProps) {
  const theirs = storedValue(state, field)
  const value = (shown: unknown) => (
    <DisputedValue field={field} value={shown} steps={state.saved.steps} backendUrl={backendUrl} />
  )
  return (
    <Versions title={`${capitalised(fieldName(field))}${placeName(state, field, ' · ')}`}>
      <Version name="Yours" action="Keep mine" onChoose={() => dispatch({ type: 'settle', field, by: 'mine' })}>
        {value(ownFields(state).get(field))}
      </Version>
      <Version
        name={`Saved by ${who}`}
        action="Use theirs"
        onChoose={() => dispatch({ type: 'settle', field, by: 'theirs' })}
      >
        {value(theirs)}
      </Version>
    </Versions>
  )
}

interface GoneStepProps {
  readonly item: RemovedStep
  readonly dispatch: (command: EditorCommand) => void
}

function GoneStep({ item, dispatch }: GoneStepProps) {
  const { step, changed = {} } = item
  const texts = Object.values(changed).filter((text): text is string => typeof text === 'string' && text !== '')
  return (
    <Versions title={`Step ${step.order}${step.title === null ? '' : ` “${step.title}”`} was deleted`}>
      <Version
        name="Yours"
        action="Restore step"
        onChoose={() => dispatch({ type: 'edit', edit: { type: 'restore-steps', items: [item] } })}
      >
        {texts.length === 0 ? 'Your changes to this step' : texts.join('\n\n')}
      </Version>
      <Version name="Saved" action="Leave it deleted" onChoose={() => dispatch({ type: 'forget-gone', id: step.id })}>
        <span className="text-muted">Deleted</span>
      </Version>
    </Versions>
  )
}

function Versions({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      <div className="grid gap-3 sm:grid-cols-2">{children}</div>
    </section>
  )
}

interface VersionProps {
  readonly name: string
  readonly action: string
  readonly onChoose: () => void
  readonly children: React.ReactNode
}

function Version({ name, action, onChoose, children }: VersionProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-control border border-line p-3">
      <p className="text-sm text-muted">{name}</p>
      <div className="max-h-60 min-h-6 flex-1 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap" tabIndex={0}>
        {children}
      </div>
      <Button className="self-start" onClick={onChoose}>
        {action}
      </Button>
    </div>
  )
}

function summary(
  state: EditorState,
  fields: readonly FieldId[],
  nameOfPerson: (dispute: Dispute | undefined) => string,
): string {
  const [field] = fields
  const [gone] = state.gone
  if (fields.length + state.gone.length > 1) return 'Someone else changed the same things.'
  if (field !== undefined) {
    const dispute = state.disputes[field]
    const who = dispute?.isSure === true ? capitalised(nameOfPerson(dispute)) : 'Someone else'
    return `${who} also changed the ${fieldName(field)}${placeName(state, field, ' of ')}.`
  }
  return gone === undefined ? '' : `Step ${gone.step.order} was deleted while you were changing it.`
}

/** First names, or addresses. */
function usePersonName(workspaceId: string | undefined): (dispute: Dispute | undefined) => string {
  const people = useQuery({ ...peopleQuery(workspaceId ?? ''), enabled: workspaceId !== undefined })
  const session = currentSession()
  const ownId = 'user' in session ? session.user.id : ''
  return (dispute) => {
    if (dispute === undefined || dispute.by === null) return 'someone else'
    if (dispute.by === ownId) return 'you in another window'
    const person = people.data?.find((each) => each.user_id === dispute.by)
    return person?.first_name ?? person?.email ?? 'someone else'
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
