import S3rver from '@20minutes/s3rver'

/* A process that speaks S3 over the folder in its argument, on a free port that it prints. */
const [directory = '', port = '0'] = process.argv.slice(2)
const options = { address: '127.0.0.1', directory, silent: true, configureBuckets: [{ name: 'demos' }] }
const service = await new S3rver({ ...options, port: Number(port) }).run()
console.log(`ready on ${service.port}`)
