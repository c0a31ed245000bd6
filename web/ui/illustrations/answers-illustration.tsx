import { Check, CircleHelp } from 'lucide-react'

const answers = [
  ['Is customs in the price?', 'Yes. Customs, fuel and port fees are in every price.', true],
  ['Can my customer follow the shipment?', 'Yes, on a page of their own, without an account.', true],
  ['Do you ship lithium batteries?', 'That isn’t in my notes. I can ask someone to write to you.', false],
  ['How much would I save a kilo?', '$0.42 less than the market this week.', true],
] as const

/** Questions of visitors with the agent's answers, one of them open. */
export function AnswersIllustration() {
  return (
    <div className="px-3">
      {answers.map(([question, answer, isAnswered]) => (
        <div key={question} className="flex gap-3 border-b border-line py-3 text-left">
          {isAnswered ? (
            <Check size={16} className="mt-0.5 shrink-0 text-success" />
          ) : (
            <CircleHelp size={16} className="mt-0.5 shrink-0 text-spot-text" />
          )}
          <span className="min-w-0 text-sm">
            <span className="block font-medium">{question}</span>
            <span className="block truncate text-muted">{answer}</span>
          </span>
        </div>
      ))}
    </div>
  )
}
