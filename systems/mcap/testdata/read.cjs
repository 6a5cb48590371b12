// Reads an MCAP file by @mcap/core: from its beginning to its end, by its index, and by its index from its middle on. Decodes each
// message by the schema in the file and by Foxglove's own, which must agree; prints the messages as JSON. The packages must be found
// through NODE_PATH.
const fs = require('fs');
const { McapIndexedReader, McapStreamReader } = require('@mcap/core');
const { protobufFromBinaryDescriptor } = require('@mcap/support');
const { foxgloveMessageSchemas, foxgloveEnumSchemas, generateProto } = require('@foxglove/schemas/internal');
const protobuf = require('protobufjs');

// official returns Foxglove's own schemas.
const official = () => {
  const root = new protobuf.Root();
  const add = (text) => protobuf.parse(text, root, { keepCase: true });
  for (const type of ['Timestamp', 'Duration']) {
    add(`syntax = "proto3"; package google.protobuf; message ${type} { int64 seconds = 1; int32 nanos = 2; }`);
  }
  for (const schema of Object.values(foxgloveMessageSchemas)) {
    if (schema.name === 'Timestamp' || schema.name === 'Duration') continue;
    add(generateProto(schema, Object.values(foxgloveEnumSchemas).filter((e) => e.parentSchemaName === schema.name)));
  }
  return root;
};

const decode = (root, name, data) => {
  const type = root.lookupType(name);
  return type.toObject(type.decode(data), { longs: String, enums: String, bytes: String, arrays: true, defaults: true });
};

const main = async () => {
  const bytes = new Uint8Array(fs.readFileSync(process.argv[2]));
  const stream = new McapStreamReader({ validateCrcs: true });
  stream.append(bytes);
  const schemas = new Map(), channels = new Map(), messages = [], own = official();
  for (let record; (record = stream.nextRecord()); ) {
    if (record.type === 'Schema') schemas.set(record.id, { name: record.name, root: protobufFromBinaryDescriptor(record.data) });
    if (record.type === 'Channel') channels.set(record.id, record);
    if (record.type !== 'Message') continue;
    const channel = channels.get(record.channelId), schema = schemas.get(channel.schemaId);
    const message = decode(schema.root, schema.name, record.data);
    const theirs = decode(own, schema.name, record.data);
    if (JSON.stringify(message) !== JSON.stringify(theirs)) {
      throw new Error(`${schema.name}: the file's schema gives ${JSON.stringify(message)}, Foxglove's ${JSON.stringify(theirs)}`);
    }
    messages.push({ topic: channel.topic, schema: schema.name, sequence: record.sequence, time: String(record.logTime), message });
  }
  if (!stream.done()) throw new Error('the file does not end');

  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, size) => bytes.slice(Number(offset), Number(offset + size)),
    },
  });
  let indexed = 0;
  for await (const record of reader.readMessages({ validateCrcs: true })) {
    if (channels.get(record.channelId).topic === undefined) throw new Error('a message of no channel');
    indexed++;
  }
  const statistics = reader.statistics;
  const middle = (statistics.messageStartTime + statistics.messageEndTime) / 2n;
  let sought = 0;
  for await (const record of reader.readMessages({ startTime: middle })) {
    if (record.logTime < middle) throw new Error(`a message of ${record.logTime} ns, before ${middle} ns`);
    sought++;
  }
  console.log(JSON.stringify({
    messages, indexed, sought, middle: String(middle), chunks: reader.chunkIndexes.length, counted: Number(statistics.messageCount),
    begin: String(statistics.messageStartTime), end: String(statistics.messageEndTime),
  }));
};

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
