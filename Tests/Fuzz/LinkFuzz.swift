// Any bytes as a share link, as the answer to a short one, and as a plain picture's URL.
// What is taken is an id that the service can be asked for or a code, and written as a
// link it is read the same; what is refused is refused as a wrong word, without its query.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  let text = String(decoding: input, as: UTF8.self)
  do throws(Problem) {
    switch try Link(text) {
    case .share(let id):
      precondition(id.isOfService)
      let segment = PercentEncoding.segment(id.text)
      for link in [
        "https://prismwalls.com/share?url=x&id=\(segment)", "prism://share/\(segment)",
        "HTTPS://PRISMWALLS.COM/share/\(segment)/?id=\(segment)#id",
      ] {
        guard case .share(let again) = try Link(link), again == id else {
          preconditionFailure("another id is read from \(link)")
        }
      }
    case .short(let code):
      precondition((7...10).contains(code.utf8.count) && code.utf8.allSatisfy { $0 < 0x80 })
    case nil:
      break
    }
  } catch {
    precondition(error.kind == .usage && !error.what.contains("?"))
  }
  do throws(Problem) {
    hold(try Link.resolved(text).isOfService)
  } catch {
    precondition(error.kind == .data)
  }
  do throws(Problem) {
    let favourite = try Favourite(url: text)
    precondition(favourite.isNamedByURL && favourite.url.utf8.count <= Favourite.longest)
    hold(try Favourite(url: favourite.url) == favourite)
  } catch {
    precondition(error.kind == .data)
  }
  return 0
}

/// A precondition; its condition may throw.
private func hold(_ isSo: Bool) { precondition(isSo) }
