import { takeAll } from './accessibility.ts'

takeAll('forced-colours', 'active')
