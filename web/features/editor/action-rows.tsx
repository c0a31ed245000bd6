import { actionKinds, actionTextMax, plainAction, type ActionKind, type StepAction } from '#domain/step-action.ts'
import type { Step } from '#domain/demo.ts'

import { ChoiceRow, LinesRow, Row, TextRow } from './inspector-rows.tsx'
import { markHotspot } from './mark-hotspot.ts'
import type { StepPatch } from './unsaved.ts'

const kindNames = {
  click: 'Click',
  'double-click': 'Double-click',
  'right-click': 'Right-click',
  type: 'Type',
  select: 'Choose',
  drag: 'Drag',
  hover: 'Hover',
  scroll: 'Scroll',
  key: 'Press keys',
  file: 'Choose file',
  navigate: 'Open address',
} as const satisfies Record<ActionKind, string>

const textNames: Partial<Record<ActionKind, string>> = {
  type: 'Text',
  select: 'Choice',
  key: 'Keys',
  file: 'File name',
  navigate: 'Address',
}

const kindOptions = actionKinds.map((value) => ({ value, label: kindNames[value] }))

interface ActionRowsProps {
  readonly step: Step
  readonly onPatch: (patch: StepPatch, typed?: string) => void
}

/** The step's action. Typed text is shown to visitors in the hotspot's box. */
export function ActionRows({ step, onPatch }: ActionRowsProps) {
  const action = step.look.action ?? plainAction
  const textName = textNames[action.kind]
  const setText = (text: string) =>
    onPatch({ look: { ...step.look, action: { ...action, text } } }, `action ${step.id}`)
  return (
    <>
      <ChoiceRow
        label="Action"
        value={action.kind}
        options={kindOptions}
        onChange={(kind) => onPatch(actionPatch(step, action, kind))}
      />
      {action.kind === 'type' ? (
        <LinesRow
          label="Text"
          value={action.text}
          maxLength={actionTextMax}
          placeholder="Typed for visitors"
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      ) : textName === undefined ? null : (
        <TextRow
          label={textName}
          value={action.text}
          maxLength={actionTextMax}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      {action.kind === 'drag' ? (
        <Row label="Path">
          <span className="px-2 text-sm text-muted tabular-nums">
            {action.path.length < 2 ? 'Not recorded' : `${action.path.length} points`}
          </span>
        </Row>
      ) : null}
    </>
  )
}

/** Text needs a box to be typed into. */
function actionPatch(step: Step, action: StepAction, kind: ActionKind): StepPatch {
  const next = kind === 'click' ? null : { ...action, kind }
  const changed = { ...step, look: { ...step.look, action: next } }
  return kind === 'type' && step.hotspot !== null ? markHotspot(changed, 'box') : { look: changed.look }
}
