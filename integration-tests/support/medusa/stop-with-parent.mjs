// Loaded into Medusa by the demo (--import). The channel to the demo closes however the demo ends,
// also by kill -9: then Medusa ends too, as it does on Ctrl-C.
const stop = () => process.kill(process.pid, "SIGTERM")

process.channel?.unref()
if (process.connected) process.once("disconnect", stop)
else stop()
