/* Loads after the first step can be clicked: the offer to ask the agent. */
export { AgentBubble } from './agent-bubble.tsx'
