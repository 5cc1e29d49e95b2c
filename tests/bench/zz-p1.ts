import { firstLoadOf, WEB } from './first-load.ts'
console.log((await firstLoadOf(WEB)).bytes)
