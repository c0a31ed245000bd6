import { useState } from 'react'

import { AddressInput } from '../../ui/address-input.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { BothSchemes } from './both-schemes.tsx'

const voices = [
  { value: 'calm', label: 'Calm', text: 'Short answers, no detours.' },
  { value: 'warm', label: 'Warm', text: 'Friendly and patient.' },
]

export function Fields() {
  return <BothSchemes title="Fields">{() => <FieldStates />}</BothSchemes>
}

function FieldStates() {
  const [voice, setVoice] = useState('calm')
  const [isOn, setIsOn] = useState(true)
  const [words, setWords] = useState('')
  return (
    <div className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
      <TextField label="Empty" placeholder="name@company.com" />
      <TextField label="With a hint" defaultValue="Billing in two minutes" hint="Visitors see it." />
      <TextField label="Focused" defaultValue="Billing" className="[&_input]:outline-2 [&_input]:outline-accent" />
      <TextField label="Invalid" defaultValue="ada@" problem="Enter an address such as name@company.com." />
      <TextField label="Read-only" defaultValue="https://example.com/demo/1/play" readOnly />
      <label htmlFor="long-address" className="grid gap-1.5 text-sm">
        Too long
        <AddressInput id="long-address" address={`https://demos.example.com/demo/${'a1b2c3d4-'.repeat(8)}/play`} />
      </label>
      <TextField label="Disabled" defaultValue="30" disabled />
      <SearchField label="Search" placeholder="Find" words={words} onWords={setWords} />
      <SelectField label="Choice" options={voices} defaultValue="calm" />
      <SelectField label="Select, disabled" options={voices} disabled />
      <TextArea label="Longer text" rows={3} placeholder="Add notes for this step..." />
      <TextArea label="Long text, invalid" rows={3} defaultValue="…" problem="Say a little more." />
      <TextArea label="Long text, disabled" rows={3} defaultValue="Kept as it is." disabled />
      <Switch label="Switch" hint="Takes effect immediately." isOn={isOn} onChange={setIsOn} />
      <Switch label="Disabled" isOn={false} disabled onChange={() => undefined} />
      <Switch label="Switch, on and disabled" isOn disabled onChange={() => undefined} />
      <div className="sm:col-span-2">
        <ChoiceCards label="Choice cards" value={voice} options={voices} onChange={setVoice} />
      </div>
    </div>
  )
}
