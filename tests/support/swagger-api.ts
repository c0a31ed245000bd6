/** The description swagger-ui shows: an API for booking meeting rooms, with a key to authorize. */
export const bookingApi = {
  openapi: '3.1.0',
  info: {
    title: 'Room booking API',
    version: '2.4.0',
    description: 'Find a free meeting room, book it, and tell everybody who is invited.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/v1' }],
  tags: [
    { name: 'rooms', description: 'Rooms and when they are free' },
    { name: 'bookings', description: 'Reserve a room for a time' },
  ],
  security: [{ apiKey: [] }],
  paths: {
    '/rooms': {
      get: {
        tags: ['rooms'],
        operationId: 'listRooms',
        summary: 'List the rooms',
        parameters: [
          { name: 'seats', in: 'query', description: 'Least number of seats', schema: { type: 'integer', minimum: 1 } },
          { name: 'floor', in: 'query', schema: { type: 'string', enum: ['ground', 'first', 'second'] } },
        ],
        responses: {
          '200': {
            description: 'The rooms, smallest first',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Room' } } },
            },
          },
          '401': { $ref: '#/components/responses/KeyMissing' },
        },
      },
    },
    '/rooms/{roomId}': {
      get: {
        tags: ['rooms'],
        operationId: 'readRoom',
        summary: 'Read one room',
        parameters: [{ name: 'roomId', in: 'path', required: true, schema: { type: 'string', examples: ['r-101'] } }],
        responses: {
          '200': {
            description: 'The room',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Room' } } },
          },
          '404': { description: 'There is no such room' },
        },
      },
    },
    '/bookings': {
      post: {
        tags: ['bookings'],
        operationId: 'createBooking',
        summary: 'Book a room',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Booking' } } },
        },
        responses: {
          '201': { description: 'Booked' },
          '409': { description: 'Somebody was faster' },
        },
      },
    },
    '/bookings/{bookingId}': {
      delete: {
        tags: ['bookings'],
        operationId: 'cancelBooking',
        summary: 'Cancel a booking',
        parameters: [{ name: 'bookingId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { '204': { description: 'Cancelled' } },
      },
    },
  },
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Ask your administrator for a key.' },
      session: { type: 'http', scheme: 'basic', description: 'Name and password of a person.' },
    },
    responses: { KeyMissing: { description: 'No key was sent' } },
    schemas: {
      Room: {
        type: 'object',
        required: ['id', 'name', 'seats'],
        properties: {
          id: { type: 'string' },
          name: { type: 'string', examples: ['Garden room'] },
          seats: { type: 'integer', examples: [6] },
        },
      },
      Booking: {
        type: 'object',
        required: ['roomId', 'from', 'to'],
        properties: {
          roomId: { type: 'string', examples: ['r-101'] },
          from: { type: 'string', format: 'date-time' },
          to: { type: 'string', format: 'date-time' },
          invited: { type: 'array', items: { type: 'string', format: 'email' } },
        },
      },
    },
  },
} as const
