import { Children, useEffect, useState, type ReactNode } from 'react'

import { Skeleton } from '../../ui/skeleton.tsx'
import { readLegalText, splitAddresses, type LegalBlock } from './read-legal-text.ts'

export interface LegalTextProps {
  readonly name: 'terms' | 'privacy'
  /** Shown if the operator has written none, or if it can't be loaded. */
  readonly children: ReactNode
}

/** The operator's text (docs/operating.md), or the bundled one. */
export function LegalText({ name, children }: LegalTextProps) {
  const [blocks, setBlocks] = useState<readonly LegalBlock[]>()
  useEffect(() => {
    const stop = new AbortController()
    fetch(`/texts/${name}`, { signal: stop.signal })
      .then(async (answer) => setBlocks(answer.status === 200 ? readLegalText(await answer.text()) : []))
      .catch(() => {
        if (!stop.signal.aborted) setBlocks([])
      })
    return () => stop.abort()
  }, [name])

  if (blocks === undefined) {
    return (
      <div role="status" aria-label="Loading the text">
        <Skeleton className="h-64" />
      </div>
    )
  }
  return blocks.length === 0 ? children : Children.toArray(blocks.map(toElement))
}

function toElement(block: LegalBlock): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>
    case 'list':
      return (
        <ul className="list-disc pl-5">{Children.toArray(block.items.map((item) => <li>{withLinks(item)}</li>))}</ul>
      )
    case 'paragraph':
      return <p>{withLinks(block.text)}</p>
  }
}

function withLinks(line: string): ReactNode {
  return Children.toArray(
    splitAddresses(line).map(({ text, href }) =>
      href === null ? (
        text
      ) : (
        <a href={href} className="text-accent-text underline underline-offset-4">
          {text}
        </a>
      ),
    ),
  )
}
