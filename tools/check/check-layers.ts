import { resolve } from 'node:path'
import { checkLayers } from './layers.ts'

const { modules, violations } = checkLayers(resolve(import.meta.dirname, '../..'))
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`)
console.log(`layers: ${modules} modules, ${violations.length} violations`)
if (violations.length > 0) process.exit(1)
