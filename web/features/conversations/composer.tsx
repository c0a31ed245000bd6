import { clsx } from 'clsx'
import { ArrowUp, Zap } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'

import type { PairRow } from '../../lib/agent-rows.ts'
import { newMessageId, sayInTalk, takeOverTalk } from '../../lib/live-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

export interface ComposerProps {
  readonly conversationId: string
  /** Whether you have taken over; if not, your first message takes over. */
  readonly isOwn: boolean
  readonly agentName: string
  /** The agent's answers, to reply with the same words. */
  readonly templates: readonly PairRow[]
  readonly onSent: () => void
}

/** Writes to the visitor. Enter sends; R focuses the field. Text that couldn't be sent stays. */
export function Composer({ conversationId, isOwn, agentName, templates, onSent }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  // The same for each attempt, so that a retry doesn't send it twice.
  const messageId = useRef(newMessageId())

  useEffect(() => {
    if (isOwn) field.current?.focus()
  }, [isOwn])
  useEffect(() => {
    function handleKeyDown(event: globalThis.KeyboardEvent): void {
      if (event.key !== 'r' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable],dialog'))
        return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])

  function insert(answer: string): void {
    setText((before) => [before.trim(), answer].filter(Boolean).join('\n').slice(0, textMax))
  }

  async function send(): Promise<void> {
    if (text.trim() === '' || isSending) return
    setIsSending(true)
    setProblem(null)
    const taken = isOwn ? { ok: true as const } : await takeOverTalk(conversationId)
    const outcome = taken.ok ? await sayInTalk(conversationId, messageId.current, text) : taken
    setIsSending(false)
    if (!outcome.ok) {
      setProblem(outcome.hint ?? outcome.text)
      // Perhaps somebody else was first.
      return onSent()
    }
    messageId.current = newMessageId()
    setText('')
    onSent()
    field.current?.focus()
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
      className="rounded-b-[12px] bg-raised max-sm:flex max-sm:flex-wrap max-sm:items-end shadow-[0_0_0_1px_var(--line-strong),var(--shadow-raised-value)] has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-ring"
    >
      {problem === null ? null : (
        <p role="alert" className="basis-full px-3.5 pt-2 text-xs text-danger">
          {problem}
        </p>
      )}
      <label htmlFor="composer" className="sr-only">
        Message to the visitor
      </label>
      <textarea
        ref={field}
        id="composer"
        rows={2}
        maxLength={textMax}
        value={text}
        placeholder={isOwn ? 'Write to the visitor' : `Write to take over from ${agentName}`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
        className="block w-full max-sm:max-h-32 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1 max-sm:field-sizing-content max-sm:pb-[11px] resize-none bg-transparent px-3.5 pt-[11px] text-md outline-none placeholder:text-muted max-md:text-base"
      />
      <div className="flex items-center gap-2 px-2 pb-2 max-sm:p-1">
        {templates.length === 0 ? null : (
          <Menu
            align="start"
            returnTo={field}
            trigger={
              <Button tone="quiet" className="px-2 max-sm:min-w-11" icon={<Zap size={15} aria-hidden />}>
                <span className="max-sm:sr-only">Templates</span>
              </Button>
            }
            entries={templates.map(({ id, question, answer }) => ({
              key: id,
              label: question,
              hint: answer,
              onSelect: () => insert(answer),
            }))}
          />
        )}
        <kbd
          aria-hidden
          className="ml-auto hidden rounded-[4px] border border-line px-1.5 text-xs text-muted md:inline"
        >
          R
        </kbd>
        <button
          type="submit"
          aria-label={isOwn ? 'Send' : 'Take over and send'}
          disabled={text.trim() === '' || isSending}
          className={clsx(
            'ml-auto flex size-8 items-center justify-center rounded-control md:ml-0 disabled:bg-sunken disabled:text-muted pointer-coarse:size-11',
            isOwn ? 'bg-accent-fill text-on-accent enabled:hover:bg-accent-fill-hover' : 'bg-text text-page',
          )}
        >
          <ArrowUp size={16} aria-hidden />
        </button>
      </div>
    </form>
  )
}

const textMax = 2_000
