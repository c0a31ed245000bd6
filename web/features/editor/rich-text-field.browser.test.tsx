import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { defaultFormat, newCard, type Card } from '#domain/card.ts'
import { CardView } from '#player/card-view.tsx'

import { RichTextField } from './rich-text-field.tsx'
import type { FormattedText } from './text-runs.ts'

const actions = { onFollow: () => undefined, onSendLead: null }

/** The field, and below it the card as visitors see it. */
function Writing({ onTyped, onLink }: { readonly onTyped?: (typed?: string) => void; readonly onLink?: () => void }) {
  const [value, setValue] = useState<FormattedText>({ text: '', format: defaultFormat.description })
  const shown = { widthPx: 1000, heightPx: 600 }
  const card: Card = {
    ...newCard({ id: 'a', stepId: 'b', type: 'cue', position: 1, shown }),
    title: '',
    description: value.text,
    format: { title: defaultFormat.title, description: value.format },
  }
  return (
    <>
      <p>
        Copy <b>me</b> please
      </p>
      <RichTextField
        label="Text"
        placeholder="Say it"
        className=""
        style={{}}
        value={value}
        maxLength={40}
        keptRange={{ start: 0, end: 2 }}
        onChange={(next, typed) => {
          setValue(next)
          onTyped?.(typed)
        }}
        onSelect={() => undefined}
        onLink={() => onLink?.()}
        onUndo={() => setValue({ text: 'undone', format: defaultFormat.description })}
        onRedo={() => setValue({ text: 'redone', format: defaultFormat.description })}
      />
      <section aria-label="Card">
        <CardView card={card} actions={actions} />
      </section>
    </>
  )
}

test('formats bold text while typing, as visitors see it', async () => {
  const screen = await render(<Writing />)
  const field = screen.getByRole('textbox', { name: 'Text' })
  const card = screen.getByRole('region', { name: 'Card' })
  await field.click()
  await userEvent.keyboard('Book a call')
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}{Control>}b{/Control}')
  await userEvent.keyboard('{ArrowRight}s{Enter}{Enter}- and more')
  await expect.element(card.getByRole('paragraph')).toHaveTextContent('Book a calls')
  expect(card.element().querySelector('strong')?.textContent).toBe('calls')
  await expect.element(card.getByRole('listitem')).toHaveTextContent('and more')
  await userEvent.keyboard('{Control>}a{/Control}{Control>}i{/Control}{Delete}')
  await expect.element(field).toHaveAttribute('data-empty')
  await userEvent.keyboard('again')
  await expect.element(card.getByRole('paragraph')).toHaveTextContent('again')
})

test('pastes plain text up to the limit', async () => {
  const screen = await render(<Writing />)
  document.getSelection()?.selectAllChildren(screen.container.querySelector('p')!)
  await userEvent.copy()
  const field = screen.getByRole('textbox', { name: 'Text' })
  await field.click()
  await userEvent.paste()
  await userEvent.keyboard(' - and ')
  await expect.element(field).toHaveTextContent('Copy me please - and')
  expect(field.element().querySelector('b')).toBeNull()
  await userEvent.paste()
  await userEvent.paste()
  expect(field.element().textContent.length).toBeLessThanOrEqual(40)
  await userEvent.keyboard('{Control>}a{/Control}<img src=x>')
  await expect.element(field).toHaveTextContent('<img src=x>')
  expect(field.element().querySelector('img')).toBeNull()
})

test('undoes word by word, and Ctrl+K opens the link field', async () => {
  const typed: (string | undefined)[] = []
  const link = vi.fn<() => void>()
  const screen = await render(<Writing onTyped={(name) => typed.push(name)} onLink={link} />)
  const field = screen.getByRole('textbox', { name: 'Text' })
  await field.click()
  await userEvent.keyboard('ab cd{Backspace}')
  await expect.poll(() => typed).toEqual(['Text 1', 'Text 1', 'Text 2', 'Text 2', 'Text 2', 'Text 3'])
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(link).toHaveBeenCalledOnce()
  field.element().blur()
  const shown = [...(CSS.highlights.get('us-formatted-text') ?? [])].map((range) => String(range))
  expect(shown).toEqual(['ab'])
  field.element().focus()
  expect(CSS.highlights.has('us-formatted-text')).toBe(false)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(field).toHaveTextContent('undone')
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(field).toHaveTextContent('redone')
})

test('inserts composed text (Japanese) whole, formatted like the text before', async () => {
  const screen = await render(<Writing />)
  const field = screen.getByRole('textbox', { name: 'Text' })
  const card = screen.getByRole('region', { name: 'Card' })
  const keyboard = cdp() as unknown as { send: (method: string, params: object) => Promise<void> }
  await field.click()
  for (const text of ['に', 'にほ', 'にほん']) {
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
  await expect.element(field).not.toHaveAttribute('data-empty')
  await keyboard.send('Input.insertText', { text: '日本' })
  await expect.poll(() => card.element().textContent).toBe('日本')
  await userEvent.keyboard('{Control>}a{/Control}{Control>}b{/Control}{End} ok')
  await expect.poll(() => card.element().textContent).toBe('日本 ok')
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Control>}b{/Control}{ArrowRight}')
  await keyboard.send('Input.imeSetComposition', { text: 'ご', selectionStart: 1, selectionEnd: 1 })
  await keyboard.send('Input.insertText', { text: '語' })
  await expect.poll(() => card.element().textContent).toBe('日本 ok語')
  expect(field.element().querySelector('span')?.textContent).toBe('ok語')
})
