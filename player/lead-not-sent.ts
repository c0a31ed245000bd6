import type { LeadProblem } from './lead-form.tsx'

export const leadNotSent: LeadProblem = {
  text: 'Your answers could not be sent. They are still here. Try again in a moment.',
  fieldId: null,
}
