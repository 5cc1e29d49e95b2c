declare module '@20minutes/s3rver' {
  type Options = { address: string; port: number; silent: boolean; directory: string; configureBuckets: { name: string }[] }
  class S3rver {
    constructor(options: Options)
    run(): Promise<import('node:net').AddressInfo>
    close(): Promise<void>
  }
  export = S3rver
}
