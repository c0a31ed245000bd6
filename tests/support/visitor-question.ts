import type { SupabaseClient } from '@supabase/supabase-js'

interface Talk {
  readonly id: string
  readonly workspace_id: string
}

/** Stores a visitor's question in each of the conversations. */
export async function addQuestions(service: SupabaseClient, talks: readonly Talk[]): Promise<void> {
  const questions = talks.map(({ id, workspace_id }) => ({
    workspace_id,
    conversation_id: id,
    number: 1,
    speaker: 'visitor',
    text: 'How long are exports kept?',
    source: 'typed',
  }))
  await service.from('conversation_turns').insert(questions).throwOnError()
}
