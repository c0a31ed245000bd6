import { Ellipsis, Plus, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { defaultVoice } from '#domain/agent-options.ts'

import { AgentFace } from '../../ui/agent-face.tsx'
import { Button, type ButtonTone } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListenButton } from '../../ui/listen-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StageSelect } from '../../ui/stage-select.tsx'
import { Trend } from '../../ui/trend.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { Mark, MarkTile, Wordmark } from '../../ui/wordmark.tsx'
import { BothSchemes, Variants } from './both-schemes.tsx'

const tones: readonly ButtonTone[] = ['accent', 'plain', 'quiet', 'danger']
/** What :focus-visible draws, as a static style. */
const focused = 'outline-2 outline-offset-2 outline-accent'

const stageSteps = [
  { value: '1', label: '1. Open the dashboard' },
  { value: '2', label: '2. Schedule an export' },
]
const faces = [
  [292, 22],
  [20, 36],
  [200, 44],
  [150, 64],
] as const

const sizeNames = {
  tool: 'Button, toolbar size (32 px)',
  page: 'Button, page header size (36 px)',
  form: 'Button, form size (40 px)',
} as const

/** Buttons, links and progress. */
export function Components() {
  return (
    <BothSchemes title="Buttons and icons">
      {() => (
        <>
          {(['tool', 'page', 'form'] as const).map((size) => (
            <Variants key={size} name={sizeNames[size]}>
              {tones.map((tone) => (
                <Button key={tone} tone={tone} size={size}>
                  {tone}
                </Button>
              ))}
            </Variants>
          ))}
          <Variants name="With an icon, focused, switched off, busy">
            <Button icon={<Plus size={16} aria-hidden />}>New demo</Button>
            <Button className={focused}>Focused</Button>
            <Button tone="accent" className={focused}>
              Focused
            </Button>
            <Button disabled>Disabled</Button>
            <Button tone="accent" disabled>
              Disabled
            </Button>
            <Button tone="accent" aria-disabled>
              Saving…
            </Button>
          </Variants>
          <Variants name="A link that looks like a button; one that copies">
            <ButtonLink to="/ui" icon={<Share2 size={16} aria-hidden />}>
              Share
            </ButtonLink>
            <CopyButton />
          </Variants>
          <Variants name="A text to copy; a voice to hear">
            <CopyField label="Link" text="https://understudy.example/demo" />
            <ListenButton voice={defaultVoice} text="Hello, I present this demo." />
          </Variants>
          <Variants name="Tabs for views of one thing; sparklines beside a figure">
            <ViewSegments />
            <FilterChips
              label="Show"
              value="open"
              options={[
                { value: 'open', label: 'Open', count: 42 },
                { value: 'live', label: 'Live', count: 2, isLive: true },
                { value: 'done', label: 'Done' },
              ]}
              onChange={() => undefined}
            />
            <Trend values={[1, 2, 2, 4, 3, 6]} width={72} height={24} />
            <Trend values={[3, 2, 4, 4, 7, 9]} width={104} height={40} hasArea className="text-chart-3" />
          </Variants>
          <Variants name="Agents' faces, in four hues and sizes">
            {faces.map(([hue, size]) => (
              <AgentFace key={hue} hue={hue} size={size} />
            ))}
          </Variants>
          <Variants name="A choice on the dark stage">
            <div className="w-60 rounded-card bg-stage p-3">
              <StageSelect aria-label="Step" options={stageSteps} defaultValue="2" />
            </div>
          </Variants>
          <Variants name="Icon button: plain, pressed, focused, switched off; its name is its tooltip">
            <IconButton label="More" shortcut="M">
              <Ellipsis size={16} aria-hidden />
            </IconButton>
            <IconButton label="Pressed" aria-pressed>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
            <IconButton label="Focused" className={focused}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
            <IconButton label="Delete" disabled>
              <Trash2 size={16} aria-hidden />
            </IconButton>
          </Variants>
          <Variants name="Progress at nothing, some, all">
            {[0, 40, 100].map((value) => (
              <Progress key={value} label={`At ${value} percent`} value={value} max={100} />
            ))}
          </Variants>
          <Variants name="Waiting; the marks">
            <Spinner label="Loading" />
            <Mark />
            <MarkTile />
            <Wordmark />
          </Variants>
        </>
      )}
    </BothSchemes>
  )
}

function CopyButton() {
  const { isCopied, copy } = useCopy()
  return <Button onClick={() => void copy('Understudy')}>{isCopied ? 'Copied!' : 'Copy'}</Button>
}

function ViewSegments() {
  const [view, setView] = useState<'cards' | 'list'>('cards')
  return (
    <Segments
      label="View"
      value={view}
      options={[
        { value: 'cards', label: 'Cards' },
        { value: 'list', label: 'List' },
      ]}
      onChange={setView}
    />
  )
}
