import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { agentDemosQuery, type ListedAgent } from '../../lib/agent-calls.ts'
import type { PairRow, TestRow, UnansweredGroup } from '../../lib/agent-rows.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { AgentContext } from './agent-context.ts'
import { AgentSaver } from './agent-saver.ts'
import { unansweredQuery } from './agent-server-calls.ts'
import { pairsQuery } from '../../lib/pair-calls.ts'
import { testsQuery } from './knowledge-calls.ts'
import { LanguagesField } from './languages-field.tsx'
import { PronunciationsField } from './pronunciations-field.tsx'
import { SalesRulesEditor } from './sales-rules-editor.tsx'
import { QuestionTestList } from './test-list.tsx'
import { TryTalk } from './try-talk.ts'
import { UnansweredSection } from './unanswered-section.tsx'
import { voiceFiguresQuery, type VoiceFigures } from './voice-figures.ts'
import { VoiceSection } from './voice-section.tsx'

const agent: ListedAgent = {
  id: 'agent',
  workspace_id: 'workspace',
  slug: 'leo',
  name: 'Leo',
  voice: 'male_professional',
  personality: 'professional',
  sales_process: 'Ask how many people would use it.',
  demo_script: null,
  welcome_message: null,
  demo_id: null,
  is_default: true,
  hue: 292,
  sales_rules: null,
  never_say: [],
  speed: 1,
  pronunciations: [],
  languages: ['en'],
  published_version: null,
  created_at: '2026-11-22T10:00:00Z',
  updated_at: '2026-11-22T10:00:00Z',
  demoIds: [],
  figures: { agent_id: 'agent', talks: 0, talks_by_day: [], asked: 0, answered: 0, meetings: 0, leads: 0, talking: 0 },
}

const pair: PairRow = {
  id: 'pair',
  agent_id: 'agent',
  question: 'What does it cost?',
  variants: [],
  answer: '$29.',
  objection: null,
  step_id: null,
  is_draft: false,
  created_at: '2026-11-22T10:00:00Z',
}

function group(question: string, draft: UnansweredGroup['draft']): UnansweredGroup {
  return { question, count: 4, wordings: [question], lastAskedAt: '2026-11-22T10:00:00Z', demoId: null, draft }
}

interface Known {
  readonly voice?: VoiceFigures
  readonly groups?: readonly UnansweredGroup[]
  readonly tests?: readonly TestRow[]
}

const noVoice: VoiceFigures = { parts: [], failures: [], turns: 0, microCents: 0 }

/** An agent's page whose data is loaded already. */
function Page({ known, children }: { readonly known?: Known; readonly children: ReactNode }) {
  const [queries] = useState(() => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
    client.setQueryData(unansweredQuery('agent').queryKey, known?.groups ?? [])
    client.setQueryData(testsQuery('agent').queryKey, [...(known?.tests ?? [])])
    client.setQueryData(pairsQuery('agent').queryKey, [pair])
    client.setQueryData(voiceFiguresQuery('agent').queryKey, known?.voice ?? noVoice)
    client.setQueryData(demosQuery.queryKey, [])
    client.setQueryData(agentDemosQuery.queryKey, [])
    return client
  })
  const [saver] = useState(() => {
    // A table with one row.
    let stored = agent
    return new AgentSaver(agent, {
      write: async (edit) => (stored = { ...stored, ...edit }),
      read: async () => stored,
      onSaved: () => undefined,
    })
  })
  const [talk] = useState(() => new TryTalk())
  const saving = useSyncExternalStore(saver.subscribe, saver.view)
  const value = {
    agent: saving.agent,
    stored: agent,
    saver,
    saving,
    talk,
    canEdit: true,
    edit: saver.change.bind(saver),
    tryQuestion: () => undefined,
  }
  return (
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <AgentContext value={value}>{children}</AgentContext>
      </QueryClientProvider>
    </MemoryRouter>
  )
}

test('opens the first unanswered question with its draft, and others on click', async () => {
  const draft = { answer: 'Drivers swap in the app.', cites: [{ title: 'Step 5', place: '', stepOrder: 5 }] }
  const groups = [group('Can drivers swap shifts?', draft), group('Where is the data stored?', null)]
  const screen = await render(
    <Page known={{ groups }}>
      <UnansweredSection />
    </Page>,
  )
  await expect.element(screen.getByRole('heading', { name: 'Can drivers swap shifts?' })).toBeVisible()
  await expect.element(screen.getByText('Drivers swap in the app.')).toBeVisible()
  await expect.element(screen.getByText('asked 4×')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await screen.getByRole('button', { name: /Where is the data stored\?/ }).click()
  await expect.element(screen.getByRole('heading', { name: 'Where is the data stored?' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Answer', exact: true })).toBeEnabled()
  await expect.element(screen.getByText('Draft ready')).toBeVisible()
})

test('E opens the drafted answer for editing, but not while typing', async () => {
  const groups = [group('Can drivers swap shifts?', { answer: 'Drivers swap in the app.', cites: [] })]
  const screen = await render(
    <Page known={{ groups }}>
      <input aria-label="Elsewhere" />
      <UnansweredSection />
    </Page>,
  )
  await screen.getByLabelText('Elsewhere').fill('')
  await userEvent.type(screen.getByLabelText('Elsewhere'), 'e')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await screen.getByRole('heading', { name: 'Unanswered' }).click()
  await userEvent.keyboard('e')
  await expect.element(screen.getByLabelText('Question')).toHaveValue('Can drivers swap shifts?')
  await expect.element(screen.getByLabelText('Answer')).toHaveValue('Drivers swap in the app.')
})

test('a failed test shows the expected and the actual answer, and opens its source', async () => {
  const failed: TestRow = {
    id: 'test',
    agent_id: 'agent',
    demo_id: null,
    kind: 'question',
    position: 1,
    title: 'What does it cost for 40 seats?',
    expected: { kind: 'says', text: '$25' },
    scenario: null,
    last_run: { passed: false, said: 'It is $29.', cited: ['What does it cost?'], milliseconds: 4, failedAt: null },
    last_run_at: '2026-11-22T10:00:00Z',
  }
  const screen = await render(
    <Page>
      <QuestionTestList tests={[failed]} running={[]} onRun={() => undefined} onEdit={() => undefined} />
    </Page>,
  )
  await expect.element(screen.getByText('Says “$25”')).toBeVisible()
  await expect.element(screen.getByText('“It is $29.”')).toBeVisible()
  await screen.getByRole('button', { name: 'Fix source' }).click()
  await expect.element(screen.getByLabelText('Question')).toHaveValue('What does it cost?')
  await expect.element(screen.getByLabelText('Answer')).toHaveValue('$29.')
})

test('shows the voice’s delay by part with the number of turns, and nothing before the first one', async () => {
  const parts = [
    { part: 'speechMs', n: 40, p50: 180, p95: 420 },
    { part: 'firstSoundMs', n: 38, p50: 760, p95: 1_400 },
  ]
  const voice = { parts, failures: [{ failure: 'slow', n: 2 }], turns: 41, microCents: 12_000_000 }
  const screen = await render(
    <Page known={{ voice }}>
      <VoiceSection />
    </Page>,
  )
  await expect.element(screen.getByRole('heading', { name: 'Voice delay' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'Speech 180 420 40' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'First sound 760 1,400 38' })).toBeVisible()
  await expect.element(screen.getByText('Failures: slow 2')).toBeVisible()
  const none = await render(
    <Page>
      <VoiceSection />
    </Page>,
  )
  expect(none.container.textContent).toBe('')
})

test('a pronunciation is saved once its line is complete', async () => {
  const saved: unknown[] = []
  const screen = await render(
    <PronunciationsField pronunciations={[]} readOnly={false} onChange={(entries) => saved.push(entries)} />,
  )
  const field = screen.getByLabelText('Pronunciations')
  await field.fill('Tidelane')
  await expect.element(screen.getByText('Write each line like “Tidelane = tide lane”.')).toBeVisible()
  expect(saved).toEqual([])
  await field.fill('Tidelane = tide lane')
  expect(saved).toEqual([[{ word: 'Tidelane', say: 'tide lane' }]])
})

test('an author switches on languages, and the agent’s own stays first', async () => {
  const saved: unknown[] = []
  const screen = await render(
    <LanguagesField languages={['en', 'de']} disabled={false} onChange={(languages) => saved.push(languages)} />,
  )
  await expect.element(screen.getByRole('checkbox', { name: 'Deutsch' })).toBeChecked()
  await screen.getByRole('checkbox', { name: 'Français' }).click()
  await screen.getByLabelText('Language', { exact: true }).selectOptions('de')
  expect(saved).toEqual([
    ['en', 'de', 'fr'],
    ['de', 'en'],
  ])
})

test('qualifying questions get weights as shares of all', async () => {
  const screen = await render(
    <Page>
      <SalesRulesEditor />
    </Page>,
  )
  await screen.getByRole('button', { name: 'Add question' }).click()
  await screen.getByRole('textbox', { name: 'Question 1' }).fill('How many people would use it?')
  await screen.getByRole('button', { name: 'Add question' }).click()
  await screen.getByLabelText('Weight of question 2').fill('60')
  await expect.element(screen.getByText('25%')).toBeVisible()
  await expect.element(screen.getByText('75%')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove question 1' }).click()
  await expect.element(screen.getByText('100%')).toBeVisible()
})
