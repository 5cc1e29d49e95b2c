export * from './protocol.ts'
