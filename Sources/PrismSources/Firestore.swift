// Documents of the Prism service, as Firestore's REST interface writes them.
// Ids and URLs must be strings; any other field of a wrong type counts as absent;
// unknown fields are no fault. A message names document and field, never a value.

internal import Prism

/// The fields of one document.
struct Document {
  let name: String
  private let fields: [String: JSONValue]

  /// Gets `…/documents/{collection}/{id}`.
  /// - Throws: `.gone`, `.temporary`, `.configuration` or `.data` as the service's
  ///   answer means for the user.
  static func get(_ collection: String, _ id: String, _ web: Web) throws(Problem) -> Document {
    guard let document = try find(collection, id, web, isThere: true) else {
      throw Problem(.internal, "the document \(collection)/\(id) was neither there nor missing")
    }
    return document
  }

  /// The same; nil where the service says that there is no such document (404).
  /// - Parameter isThere: whether it must be there: then 404 is thrown as well.
  static func find(
    _ collection: String, _ id: String, _ web: Web, isThere: Bool = false
  ) throws(Problem) -> Document? {
    let name = "\(collection)/\(id)"
    let url =
      "\(web.service.root)/\(PercentEncoding.segment(collection))/\(PercentEncoding.segment(id))"
    let response = try web.get(Web.Request(url, headers: web.service.headers))
    if response.status == 404, !isThere { return nil }
    guard response.status == 200 else { throw refusal(response, name) }
    if Format.isWebPage(Array(response.bytes.prefix(1024))) {
      throw .webPage(from: response.host, insteadOf: "JSON")
    }
    let outline = try Scanner.scan(
      response.bytes, named: "the answer of \(response.host)", kind: .temporary, grammar: .strict)
    guard let root = outline.root, let document = try JSON.decode(JSONValue.self, from: root).object
    else { throw Problem(.data, "the document \(name) is not an object") }
    return Document(name: name, fields: document["fields"]?.object ?? [:])
  }

  /// A non-empty string, trimmed; nil for anything else.
  func string(_ field: String) -> String? {
    guard let text = fields[field]?["stringValue"]?.string else { return nil }
    let trimmed = text.trimmed
    return trimmed.isEmpty ? nil : trimmed
  }

  /// A string that must be there.
  func required(_ field: String) throws(Problem) -> String {
    guard let text = string(field) else {
      throw Problem(
        .data, "the document \(name) has no usable field '\(field)'", hint: "try again tomorrow")
    }
    return text
  }

  func bool(_ field: String) -> Bool? { fields[field]?["booleanValue"]?.bool }

  func timestamp(_ field: String) -> Seconds? {
    fields[field]?["timestampValue"]?.string.flatMap { Day.parse(timestamp: $0) }
  }

  /// What an answer other than 200 means.
  private static func refusal(_ response: Web.Response, _ name: String) -> Problem {
    let outline = try? Scanner.scan(
      response.bytes, named: name, kind: .temporary, grammar: .strict)
    let body = outline?.root.flatMap { try? JSON.decode(JSONValue.self, from: $0) }
    // Answers to queries come wrapped in an array.
    let error = (body?.array?.first ?? body)?["error"]
    let reasons = (error?["details"]?.array ?? []).compactMap { $0["reason"]?.string }
    if let reason = reasons.first(where: { $0.hasPrefix("API_KEY_") }) {
      return Problem(
        .configuration, "the service refused the API key (\(reason.prefix(60)))",
        hint: reason.contains("BLOCKED")
          ? "the key is bound to an app: import the whole plist with 'prism-wall config import-service FILE'"
          : "check the key in your plist, or remove it with 'prism-wall config unset service.apiKey'"
      )
    }
    var problem = Problem.status(
      response.status, from: response.host, retryAfter: response.retryAfter)
    switch response.status {
    case 401, 403, 404, 410, 451:
      problem.what = "the document \(name) is gone or not public (\(response.status))"
    default:
      if let word = error?["status"]?.string { problem.what += " \(word.prefix(60))" }
    }
    return problem
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
