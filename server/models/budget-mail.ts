import { escapeHtml } from '#backend/mail/mail-template.ts'
import { sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'
import { createClient } from '@supabase/supabase-js'
import type { ServerBase } from '#server/services.ts'
