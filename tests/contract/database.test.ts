import { openTestDatabase } from '#support/test-database.ts'

import { describeDatabase } from '#server/database/database-suite.ts'

describeDatabase('the database', openTestDatabase)
