import type { ObjectionKind, ObjectionReply } from '#domain/sales-rules.ts'

import { objectionOptions } from '../../lib/agent-rows.ts'
import { newId } from '../../lib/new-id.ts'
import { Select } from '../../ui/select-field.tsx'
import { controlClass } from '../../ui/text-field.tsx'
import { RuleList, smallClass } from './rule-list.tsx'

export interface ObjectionRepliesProps {
  readonly replies: readonly ObjectionReply[]
  readonly onChange: (replies: readonly ObjectionReply[]) => void
}

/** What the agent replies to each kind of objection, and asks afterwards. */
export function ObjectionReplies({ replies, onChange }: ObjectionRepliesProps) {
  return (
    <RuleList
      legend="Objection replies"
      noun="reply"
      rules={replies}
      isTall
      create={(): ObjectionReply => ({ id: newId(), kind: 'price', reply: '', question: '' })}
      onChange={onChange}
      restore={(all, reply) => ({ objections: [...all.objections, reply] })}
      renderFields={(reply, number, change) => (
        <>
          <Select
            aria-label={`Objection ${number}`}
            className="h-8 w-38 pointer-coarse:h-11"
            value={reply.kind}
            options={objectionOptions}
            onChange={(event) => change({ kind: event.currentTarget.value as ObjectionKind })}
          />
          <span className="flex min-w-56 flex-1 flex-col gap-1.5">
            <textarea
              aria-label={`Reply ${number}`}
              placeholder="What the agent replies"
              rows={2}
              maxLength={2_000}
              className={`${controlClass} field-sizing-content w-full py-1.5 text-sm`}
              value={reply.reply}
              onChange={(event) => change({ reply: event.target.value })}
            />
            <input
              aria-label={`Question after reply ${number}`}
              placeholder="Then asks, such as: What do you pay today?"
              maxLength={500}
              className={`${smallClass} w-full`}
              value={reply.question}
              onChange={(event) => change({ question: event.target.value })}
            />
          </span>
        </>
      )}
    />
  )
}
