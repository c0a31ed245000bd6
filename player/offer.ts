/* The offer to ask the agent. Loads once the first step is clickable. */
export { AgentBubble } from './agent-bubble.tsx'
