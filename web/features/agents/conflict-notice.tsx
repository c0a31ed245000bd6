import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAgent } from './agent-context.ts'

const fieldNames: Readonly<Record<string, string>> = {
  name: 'the name',
  voice: 'the voice',
  personality: 'the personality',
  sales_process: 'the sales process',
  demo_script: 'the script',
  welcome_message: 'the greeting',
  hue: 'the colour',
  sales_rules: 'the sales rules',
  never_say: 'what it never says',
  speed: 'the speed',
  pronunciations: 'the pronunciations',
  languages: 'the languages',
}

/** A colleague changed the same text: nothing overwrites it until the author chooses. */
export function ConflictNotice() {
  const { saver, saving } = useAgent()
  if (saving.status !== 'conflict') return null
  const fields = Object.keys(saving.theirs)
  const text = saving.theirs.welcome_message ?? saving.theirs.name ?? saving.theirs.sales_process
  return (
    <div className="my-3">
      <Notice tone="danger">
        <p className="font-medium">
          A colleague changed {fields.map((field) => fieldNames[field] ?? field).join(' and ')} while you were typing.
        </p>
        {typeof text === 'string' && text !== '' ? (
          <p className="mt-1 line-clamp-3 text-muted">Theirs: “{text}”</p>
        ) : null}
        <span className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => saver.keepMine()}>Keep mine</Button>
          <Button onClick={() => saver.takeTheirs()}>Use theirs</Button>
        </span>
      </Notice>
    </div>
  )
}
