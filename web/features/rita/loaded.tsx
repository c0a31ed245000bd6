import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { MessageCode } from '#domain/messages.ts'

import { failureHint, failureText } from '../../lib/backend-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'

export interface LoadedProps<T> {
  readonly query: UseQueryResult<T>
  readonly label: string
  readonly code: MessageCode
  readonly children: (data: T) => ReactNode
}

/** The loaded content, its skeleton, or the error. */
export function Loaded<T>({ query, label, code, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) {
    return (
      <div role="status" aria-label={label} className="flex flex-col gap-3">
        <CardSkeleton />
        <CardSkeleton lines={4} />
      </div>
    )
  }
  return (
    <ErrorState
      title={failureText(query.error, code)}
      text={failureHint(query.error)}
      onRetry={() => void query.refetch()}
    />
  )
}
