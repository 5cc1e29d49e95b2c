import { resolve } from 'node:path'
import { checkFloors } from './floors.ts'

const { modules, violations } = checkFloors(resolve(import.meta.dirname, '..'))
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`)
console.log(`floors: ${modules} modules, ${violations.length} violations`)
if (violations.length > 0) process.exit(1)
