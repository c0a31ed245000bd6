import { useState } from 'react'

import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { BothSchemes } from './both-schemes.tsx'

const voices = [
  { value: 'calm', label: 'Calm', text: 'Short answers, no detours.' },
  { value: 'warm', label: 'Warm', text: 'Happy to be asked.' },
]

/** Form fields. */
export function Fields() {
  return <BothSchemes title="Fields">{() => <FieldStates />}</BothSchemes>
}

function FieldStates() {
  const [voice, setVoice] = useState('calm')
  const [isOn, setIsOn] = useState(true)
  return (
    <div className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
      <TextField label="Empty" placeholder="name@company.com" />
      <TextField label="With a hint" defaultValue="Billing in two minutes" hint="Visitors see it." />
      <TextField label="Focused" defaultValue="Billing" className="[&_input]:outline-2 [&_input]:outline-accent" />
      <TextField label="Not accepted" defaultValue="ada@" problem="Enter an address such as name@company.com." />
      <TextField label="Cannot be changed" defaultValue="https://example.com/demo/1/play" readOnly />
      <TextField label="Switched off" defaultValue="30" disabled />
      <SelectField label="Choice" options={voices} defaultValue="calm" />
      <SelectField label="Choice, switched off" options={voices} disabled />
      <TextArea label="Longer text" rows={3} placeholder="Add notes for this step..." />
      <TextArea label="Longer text, not accepted" rows={3} defaultValue="…" problem="Say a little more." />
      <TextArea label="Longer text, switched off" rows={3} defaultValue="Kept as it is." disabled />
      <Switch label="On or off" hint="It counts at once." isOn={isOn} onChange={setIsOn} />
      <Switch label="Switched off" isOn={false} disabled onChange={() => undefined} />
      <Switch label="On, and switched off" isOn disabled onChange={() => undefined} />
      <div className="sm:col-span-2">
        <ChoiceCards label="One of a few" value={voice} options={voices} onChange={setVoice} />
      </div>
    </div>
  )
}
