import { provideAgentEncoder } from '#server/agent/sentence-encoder.ts'
import { provideAgentVectors } from '#server/agent/word-vectors.ts'

/* Unit tests of the agent search as the server does. */
provideAgentVectors()
provideAgentEncoder()
