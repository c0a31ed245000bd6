/* /js/tracker-chat.js: loaded by the tracker when the agent is offered. */

export { engage } from './engage.ts'
